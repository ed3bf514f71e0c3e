import { sendForFirstScreen } from './first-screen.ts'
import { wearTheme } from './theme.ts'

/** Runs before the first paint, as one small file of its own (pwa/build/early-script.ts). */
wearTheme()
sendForFirstScreen(location)
