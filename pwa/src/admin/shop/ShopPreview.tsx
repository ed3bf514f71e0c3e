import { brand } from '@tsedra/contract/brand'
import { type ShopSettings } from '@tsedra/contract/shop-settings'
import { buildShopView } from '@tsedra/contract/build-shop-view'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { loadCoreMessages, useLanguage } from '../../shared/i18n/language.ts'
import { mergeMessages } from '../../shared/i18n/shop-view.ts'
import { PicturePreview } from '../form/PictureField.tsx'

/** What customers see with these settings, in the language of this page. */
export function ShopPreview({ settings }: { settings: ShopSettings }) {
  const t = useTranslations('admin.shop')
  const language = useLanguage()
  const { data: builtIn } = useQuery({
    queryKey: ['built-in-messages', language],
    queryFn: () => loadCoreMessages(language),
    networkMode: 'always',
  })
  if (!builtIn) return null
  const view = buildShopView(settings, language)
  const { brand: name, title, hero, claim, product, foot } = mergeMessages(builtIn, view?.messages)
  const { phone = brand.phone, telegram = brand.telegram, email = brand.email, address, workingHours } = view ?? {}
  const contacts = [phone, `@${telegram}`, email, address, workingHours, ...settings.links]
  return (
    <section className="shop-preview" aria-labelledby="shop-preview">
      <h2 className="muted sm" id="shop-preview">
        {t('preview')}
      </h2>
      <p className="subtle sm">{title.home}</p>
      {settings.logo ? (
        <PicturePreview key={settings.logo} url={settings.logo} alt={name} className="logo-preview" />
      ) : (
        <p className="serif t-1">{name}</p>
      )}
      {settings.heroPicture && (
        <PicturePreview key={settings.heroPicture} url={settings.heroPicture} alt={title.home} />
      )}
      <p className="serif t-3">
        {hero.first} <em>{hero.second}</em>
      </p>
      <p>{hero.text}</p>
      <p className="sm muted">{Object.values(claim).join(' · ')}</p>
      <p className="sm">{product.promise}</p>
      <ul className="sm">
        {contacts.filter(Boolean).map((contact) => (
          <li key={contact}>{contact}</li>
        ))}
      </ul>
      <p className="sm subtle">{foot.copyright}</p>
    </section>
  )
}
