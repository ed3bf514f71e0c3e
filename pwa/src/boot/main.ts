import { preloadFirstScreen } from './preload-first-screen.ts'
import { captureInstallPrompt } from './install-prompt.ts'
import { resolveLanguage } from './resolve-language.ts'
import { startAfterPaint } from './start-after-paint.ts'
import { initTheme } from './init-theme.ts'
import { reserveLastOrder } from './reserve-last-order.ts'
import { showStartFailure, startWatchdog } from './watchdog.ts'

/** The boot script: one small file that runs before the first paint (pwa/build/boot-script.ts). */
initTheme()
reserveLastOrder()
startWatchdog()
startAfterPaint(showStartFailure)
captureInstallPrompt()
preloadFirstScreen(location, resolveLanguage())
