import { root } from '../local/repository.ts'
import { cruiseFolders } from './cruise.ts'
import { rules } from './rules.ts'

const { summary } = await cruiseFolders(root, ['api', 'worker', 'pwa', 'infra'], rules)
for (const { rule, from, to, cycle } of summary.violations) {
  console.log(`✗ ${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`)
}
console.log(
  `${summary.totalCruised} files, ${summary.totalDependenciesCruised} imports, ${summary.error} against the rules`,
)
process.exit(summary.error > 0 ? 1 : 0)
