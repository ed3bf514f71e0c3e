import { Component, type ReactNode } from 'react'
import { retryFailedChunks } from '../lazy-component.ts'
import { LoadError } from './LoadError.tsx'

interface Props {
  /** Shown instead of the failed children; the default is a failure message with a retry button. */
  fallback?: ReactNode
  children: ReactNode
}

/** Catches render errors, most often of a chunk that failed to load. */
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
