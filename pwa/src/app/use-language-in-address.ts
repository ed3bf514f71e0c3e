import { useLayoutEffect } from 'react'
import { createPath, useLocation, useNavigate } from '../shared/router/Router.tsx'
import { useLanguage } from '../shared/i18n/language.ts'
import { addLanguage } from '../shared/i18n/language-address.ts'

/** Keeps the language of the page in its address after a switch, a navigation or a step back. */
export function useLanguageInAddress(): void {
  const language = useLanguage()
  const location = useLocation()
  const navigate = useNavigate()
  useLayoutEffect(() => {
    const address = createPath(location)
    const localised = addLanguage(address, language)
    if (localised !== address) navigate(localised, { replace: true, state: location.state })
  }, [language, location, navigate])
}
