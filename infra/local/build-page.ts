import { buildPage } from './page.ts'

console.log(`page ${await buildPage()}`)
