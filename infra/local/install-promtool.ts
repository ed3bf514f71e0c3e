import { findOrInstallPromtool } from './promtool.ts'

findOrInstallPromtool((text) => console.log(text))
