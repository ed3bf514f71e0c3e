import { type ComponentType, createElement, lazy } from 'react'

/**
 * A part of the page that is fetched when it is first shown; the nearest Suspense waits for it.
 *
 * React remembers a fetch that failed for ever. Here the next showing fetches again: on a bad network that is what helps.
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const fetched = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        Part = fetched()
        throw error
      }
    })
  let Part = fetched()
  // The props are the part's own; only React's types cannot see it through `lazy`.
  return (props) => createElement(Part as ComponentType<Props>, props)
}
