import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { type AlertSettings, changeAlertSettings, useAlertSettings } from './alert-settings.ts'
import { playChime, unlockChime } from './order-chime.ts'

/** Sound, notification and quiet hours of this device. The browser's permission is requested by a tap here only. */
export function AlertsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk.alerts')
  const { hasSound, hasNotification, quietFrom, quietTo } = useAlertSettings()
  const [isBlocked, setIsBlocked] = useState(() => 'Notification' in window && Notification.permission === 'denied')
  const isSupported = 'Notification' in window

  const setSound = (isOn: boolean) => {
    changeAlertSettings({ hasSound: isOn })
    if (!isOn) return
    unlockChime()
    void playChime()
  }
  const setNotification = async (isOn: boolean) => {
    const isAllowed = isOn && (await Notification.requestPermission()) === 'granted'
    setIsBlocked(isOn && !isAllowed)
    changeAlertSettings({ hasNotification: isAllowed })
  }
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <AlertSwitch label={t('sound')} isOn={hasSound} onChange={setSound} />
      <AlertSwitch
        label={t('notification')}
        isOn={hasNotification && !isBlocked}
        disabled={!isSupported}
        onChange={(isOn) => void setNotification(isOn)}
      />
      {(isBlocked || !isSupported) && <p className="muted sm">{t(isSupported ? 'blocked' : 'unsupported')}</p>}
      <fieldset className="quiet-hours">
        <legend className="field__label">{t('quiet')}</legend>
        <TimeField label={t('from')} value={quietFrom} name="quietFrom" />
        <TimeField label={t('to')} value={quietTo} name="quietTo" />
      </fieldset>
      <p className="muted sm">{t('hint')}</p>
    </Dialog>
  )
}

interface SwitchProps {
  label: string
  isOn: boolean
  disabled?: boolean
  onChange: (isOn: boolean) => void
}

const AlertSwitch = ({ label, isOn, disabled = false, onChange }: SwitchProps) => (
  <label className="switch">
    {label}
    <input
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-checked={isOn}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  </label>
)

interface TimeFieldProps {
  label: string
  value: string
  name: keyof Pick<AlertSettings, 'quietFrom' | 'quietTo'>
}

/** An incomplete time is not stored. */
const TimeField = ({ label, value, name }: TimeFieldProps) => (
  <label className="day-field">
    <span>{label}</span>
    <input
      type="time"
      className="input"
      defaultValue={value}
      onChange={({ target }) => target.value && changeAlertSettings({ [name]: target.value })}
    />
  </label>
)
