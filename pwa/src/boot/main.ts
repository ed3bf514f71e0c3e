import { sendForFirstScreen } from './first-screen.ts'
import { keepInstallPrompt } from './install-prompt.ts'
import { settleLanguage } from './language.ts'
import { startAfterPaint } from './start-after-paint.ts'
import { wearTheme } from './theme.ts'
import { apologise, watchTheStart } from './watchdog.ts'

/** Runs before the first paint, as one small file of its own (pwa/build/early-script.ts). */
wearTheme()
watchTheStart()
startAfterPaint(apologise)
keepInstallPrompt()
sendForFirstScreen(location, settleLanguage())
