import { readLocal, writeLocal } from '../../../shared/local-storage.ts'
import { createStore } from '../../../shared/store.ts'

/** How this device announces a new order, beside the toast. */
export interface AlertSettings {
  hasSound: boolean
  hasNotification: boolean
  /** Quiet hours by the clock of this device, `22:00`; none when they are equal. */
  quietFrom: string
  quietTo: string
}

const defaults: AlertSettings = { hasSound: false, hasNotification: false, quietFrom: '00:00', quietTo: '00:00' }
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/** Parses stored settings; invalid values are replaced by the defaults. */
export function parseAlertSettings(stored: string | undefined): AlertSettings {
  const [flags = '', quietFrom = '', quietTo = ''] = (stored ?? '').split(' ')
  const areTimesValid = timePattern.test(quietFrom) && timePattern.test(quietTo)
  return {
    hasSound: flags.includes('s'),
    hasNotification: flags.includes('n'),
    quietFrom: areTimesValid ? quietFrom : defaults.quietFrom,
    quietTo: areTimesValid ? quietTo : defaults.quietTo,
  }
}

/** Returns the settings as one text: `sn 22:00 08:00`. */
export const formatAlertSettings = ({ hasSound, hasNotification, quietFrom, quietTo }: AlertSettings): string =>
  `${hasSound ? 's' : ''}${hasNotification ? 'n' : ''} ${quietFrom} ${quietTo}`

/** Returns whether a time is in the quiet hours, which may span midnight. */
export function isQuiet({ quietFrom, quietTo }: AlertSettings, date: Date): boolean {
  const time = `${date.getHours()}`.padStart(2, '0') + `:${date.getMinutes()}`.replace(/:(\d)$/, ':0$1')
  // mutation test: quiet-hours-over-midnight
  if (quietFrom <= quietTo) return time >= quietFrom && time < quietTo
  return time >= quietFrom || time < quietTo
}

const alertSettings = createStore(parseAlertSettings(readLocal('orderAlerts')))

export const useAlertSettings = alertSettings.use
export const getAlertSettings = alertSettings.get

export function changeAlertSettings(changes: Partial<AlertSettings>): void {
  const settings = { ...alertSettings.get(), ...changes }
  writeLocal('orderAlerts', formatAlertSettings(settings))
  alertSettings.set(settings)
}
