import { readLocal, writeLocal } from '../../shared/local-storage.ts'
import { createStore } from '../../shared/store.ts'

/** Whether single-key shortcuts are on, on this device (WCAG 2.1.4). */
const shortcutSetting = createStore(readLocal('orderKeys') !== 'off')

export const useShortcutSetting = shortcutSetting.use

export function setShortcuts(areOn: boolean): void {
  writeLocal('orderKeys', areOn ? undefined : 'off')
  shortcutSetting.set(areOn)
}
