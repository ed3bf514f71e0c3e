import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../shared/use-online.ts'
import { showToast } from '../shared/toasts.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import grapefruit from '../shared/art/grapefruit.webp'
import './newsletter.css'

/** Simulated duration of subscribing, in ms; no request is sent (infra/decisions/0013-newsletter.md). */
const SIMULATED_DELAY_MS = 1_000

export function Newsletter() {
  const t = useTranslations('news')
  const isOnline = useOnline()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<'missing' | 'wrong'>()
  const inputRef = useRef<HTMLInputElement>(null)
  const errorId = useId()

  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => {
      setBusy(false)
      setEmail('')
      showToast({ title: t('thanks') })
    }, SIMULATED_DELAY_MS)
    return () => clearTimeout(timer)
  }, [busy, t])

  function subscribe(event: FormEvent): void {
    event.preventDefault()
    const input = inputRef.current
    if (input?.validity.valid) return setBusy(true)
    setError(input?.validity.valueMissing ? 'missing' : 'wrong')
    input?.focus()
  }

  return (
    <section className="newsletter" aria-labelledby="newsletter" data-tone="ruby">
      <div className="wrap newsletter__in">
        <h2 className="serif t-3" id="newsletter">
          {t('title')}
        </h2>
        <p>{t('text')}</p>
        <form noValidate onSubmit={subscribe}>
          <input
            ref={inputRef}
            className="input"
            type="email"
            required
            placeholder={t('email')}
            aria-label={t('email')}
            autoComplete="email"
            value={email}
            disabled={busy}
            aria-invalid={error !== undefined}
            aria-describedby={error && errorId}
            onChange={({ target }) => {
              setEmail(target.value)
              setError(undefined)
            }}
          />
          <button className="btn btn--primary" type="submit" aria-busy={busy} disabled={busy || !isOnline}>
            {busy && <span className="spin" />}
            {busy ? t('busy') : t('action')}
          </button>
          {error && (
            <p className="newsletter__error" id={errorId}>
              <Icon name="circle-alert" size="i--sm" />
              {t(error)}
            </p>
          )}
        </form>
        <img className="slice newsletter__img" src={grapefruit} width={720} height={720} alt="" loading="lazy" />
      </div>
    </section>
  )
}
