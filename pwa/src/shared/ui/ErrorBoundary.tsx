import { Component, type ReactNode } from 'react'
import { retryFailedChunks } from '../lazy-component.ts'
import { LoadError } from './LoadError.tsx'

interface Props {
  /** Stands in for what failed; without it an apology with a way to try again. */
  fallback?: ReactNode
  children: ReactNode
}

/** What a screen could not survive, most often a part of it that did not arrive, ends here with a way out. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    retryFailedChunks()
  }

  override render() {
    const { children, fallback = <LoadError isPage onRetry={() => this.setState({ hasFailed: false })} /> } = this.props
    return this.state.hasFailed ? fallback : children
  }
}
