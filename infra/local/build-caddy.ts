import { findOrBuildCaddy } from './caddy.ts'

await findOrBuildCaddy((text) => console.log(text))
