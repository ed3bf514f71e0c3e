import type { Plugin } from 'vite'

/**
 * Lets the bundler drop unused exports of a package that sets `displayName` on its React components: `Form.displayName = …`
 * counts as a use of Form, and a call of `forwardRef` counts as a side effect.
 *
 * @param file matches the paths of the package's modules
 */
export function droppableExports(file: RegExp): Plugin {
  return {
    name: 'droppable-exports',
    apply: 'build',
    transform: {
      filter: { id: file },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = "[\w.]+";$/gm, '')
          .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext)\()/gm, '$1/* @__PURE__ */ '),
        map: null,
      }),
    },
  }
}
