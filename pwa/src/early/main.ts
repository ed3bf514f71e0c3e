import { sendForFirstScreen } from './first-screen.ts'
import { keepInstallPrompt } from './install-prompt.ts'
import { wearTheme } from './theme.ts'
import { watchTheStart } from './watchdog.ts'

/** Runs before the first paint, as one small file of its own (pwa/build/early-script.ts). */
wearTheme()
watchTheStart()
keepInstallPrompt()
sendForFirstScreen(location)
