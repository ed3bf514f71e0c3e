import { Component, type ReactNode } from 'react'
import { LoadError } from '../shared/ui/LoadError.tsx'

/** What a screen could not survive, most often a part of it that did not arrive, ends here with a way out. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <LoadError onRetry={() => location.reload()} /> : this.props.children
  }
}
