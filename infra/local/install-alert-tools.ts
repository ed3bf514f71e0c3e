import { findOrInstallAlertTools } from './alert-tools.ts'

findOrInstallAlertTools((text) => console.log(text))
