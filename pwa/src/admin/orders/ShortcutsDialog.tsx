import { useTranslations } from 'use-intl'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { setShortcuts, useShortcutSetting } from './shortcut-setting.ts'

/** Keys with the name of their action in `desk.keys`. */
const keys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['Enter', 'open'],
  ['Esc', 'close'],
  ['C', 'confirm'],
  ['X', 'select'],
  ['R', 'reply'],
  ['Z', 'undo'],
  ['?', 'help'],
] as const

/** The keys of the order list, and the setting that turns single-key shortcuts off (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk.keys')
  const areOn = useShortcutSetting()
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <dl className="order-keys">
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(action)}</dd>
          </div>
        ))}
      </dl>
      <label className="switch">
        {t('setting')}
        <input
          type="checkbox"
          role="switch"
          checked={areOn}
          aria-checked={areOn}
          onChange={({ target }) => setShortcuts(target.checked)}
        />
      </label>
      <p className="muted sm">{t('settingHint')}</p>
    </Dialog>
  )
}
