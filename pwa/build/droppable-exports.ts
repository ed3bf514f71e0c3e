import type { Plugin } from 'vite'

/**
 * Lets the bundler drop what nobody imports of a package that names its React parts for developers: `Form.displayName = …`
 * counts as a use of Form, and a call of `forwardRef` as something that may have an effect.
 *
 * @param file tells the package's modules by their path
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
