import { findOrBuildObjectStore } from './object-store.ts'

await findOrBuildObjectStore((text) => console.log(text))
