import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../local/repository.ts'
import { cruiseFolders, drawGraph } from './cruise.ts'
import { rules } from './rules.ts'

/**
 * `node infra/layers/check.ts` checks the rules, and the graphs in the decision page.
 * With `--draw` it writes the graphs instead of comparing them.
 */
const decisionFile = join(root, 'infra/decisions/0001-layout.md')
const graph = await cruiseFolders(root, ['api', 'worker', 'pwa', 'infra'], rules)
const { violations, totalCruised, totalDependenciesCruised } = graph.summary
let isWrong = violations.length > 0
for (const { rule, from, to, cycle } of violations) {
  console.log(`✗ ${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`)
}

const flowcharts = {
  client: await drawGraph(graph, {
    includeOnly: '^pwa/src/',
    exclude: '^pwa/src/(?:app|shared)/',
    collapse: '^pwa/src/[^/]+(?=/)',
  }),
  servers: await drawGraph(graph, {
    includeOnly: '^(?:api|worker)/src/',
    exclude: '^(?:api|worker)/src/[^/]+[.]ts$',
    collapse: '^(?:api|worker)/src/[^/]+(?=/)',
  }),
}
const textBefore = await readFile(decisionFile, 'utf8')
let textAfter = textBefore
for (const [name, flowchart] of Object.entries(flowcharts)) {
  const block = new RegExp(`(?<=<!-- graph: ${name} -->\\n)[^]*?(?=<!-- end of graph -->)`)
  if (!block.test(textAfter)) throw new Error(`${decisionFile} has no place for the graph "${name}"`)
  textAfter = textAfter.replace(block, `\`\`\`mermaid\n${flowchart}\n\`\`\`\n`)
}
if (process.argv.includes('--draw')) await writeFile(decisionFile, textAfter)
else if (textAfter !== textBefore) {
  isWrong = true
  console.log(`✗ the graphs in ${decisionFile} are out of date: run npm run layers:draw`)
}
console.log(`${totalCruised} files, ${totalDependenciesCruised} imports, ${violations.length} against the rules`)
process.exit(isWrong ? 1 : 0)
