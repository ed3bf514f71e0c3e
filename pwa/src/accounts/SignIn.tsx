import { useTranslations } from 'use-intl'
import { closePanel } from '../app/panels.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import art from '../home/art/orange.webp'
import './sign-in.css'

/** Where signing in begins. */
export function SignIn() {
  const t = useTranslations('signIn')
  return (
    <Dialog title={t('title')} onClose={closePanel}>
      <div className="authart" data-tone="zest" aria-hidden="true">
        <img className="slice" src={art} width={900} height={900} alt="" />
      </div>
      <p className="muted">{t('text')}</p>
      <p>{t('soon')}</p>
      <button type="button" className="btn btn--primary btn--lg btn--full" onClick={closePanel}>
        {t('toShop')}
      </button>
    </Dialog>
  )
}
