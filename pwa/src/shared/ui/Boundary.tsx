import { Component, type ReactNode } from 'react'
import { askAgain } from '../lazily.ts'
import { LoadError } from './LoadError.tsx'

interface Props {
  /** Stands in for what failed; without it an apology with a way to try again. */
  instead?: ReactNode
  children: ReactNode
}

/** What a screen could not survive, most often a part of it that did not arrive, ends here with a way out. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    askAgain()
  }

  override render() {
    const { children, instead = <LoadError page onRetry={() => this.setState({ failed: false })} /> } = this.props
    return this.state.failed ? instead : children
  }
}
