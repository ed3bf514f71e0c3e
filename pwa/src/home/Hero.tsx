import { useTranslations } from 'use-intl'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { useLanguage } from '../shared/i18n/language.ts'
import { readShopView } from '../shared/i18n/shop-view.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import bloodOrange from '../shared/art/blood-orange.webp'
import lime from '../shared/art/lime.webp'
import orangeSmall from '../shared/art/orange-small.avif'
import orange from '../shared/art/orange.avif'
import orangeWebp from '../shared/art/orange.webp'

export const FEATURED_ID = 'featured'

/** The drawn box (home.css), as in index.html. */
const heroSizes = '(min-width: 1024px) 52vw, (min-width: 720px) 520px, min(95vw, 372px)'

/** The headline, a link to the featured products and three claims, beside the owner's picture or fruit slices. */
export function Hero() {
  const t = useTranslations()
  const { heroPicture } = readShopView(useLanguage())
  const ctaContent = (
    <>
      {t('hero.action')}
      <Icon name="arrow-down" size="i--sm" />
    </>
  )
  return (
    <section className="hero">
      <div className="wrap hero__in">
        <div className="hero__text">
          <h1 className="serif t-5">
            {t('hero.first')} <em>{t('hero.second')}</em>
          </h1>
          <p className="hero__sub desktop-only">{t('hero.text')}</p>
          <a
            className="btn btn--primary btn--lg hero__cta desktop-only"
            href={`#${FEATURED_ID}`}
            onClick={scrollToFeatured}
          >
            {ctaContent}
          </a>
        </div>
        <div className="hero__art">
          <span data-tone="zest">
            {heroPicture ? (
              <ProductPicture
                className="hero__a hero__own"
                imageUrl={heroPicture}
                sizes={heroSizes}
                isEager
                alt={t('title.home')}
              />
            ) : (
              <picture>
                <source type="image/avif" srcSet={`${orangeSmall} 720w, ${orange} 900w`} sizes={heroSizes} />
                <img className="slice hero__a" src={orangeWebp} width={900} height={900} fetchPriority="high" alt="" />
              </picture>
            )}
          </span>
          {/* In the server's HTML they would compete with the large picture. */}
          {!heroPicture && !import.meta.env.SSR && (
            <>
              <span data-tone="ruby">
                <img className="slice hero__b" src={bloodOrange} width={300} height={300} alt="" />
              </span>
              <span data-tone="lime">
                <img className="slice hero__c" src={lime} width={240} height={240} alt="" loading="lazy" />
              </span>
            </>
          )}
        </div>
        <div className="hero__foot">
          <p className="hero__sub mobile-only">{t('hero.text')}</p>
          <a
            className="btn btn--primary btn--lg btn--full mobile-only"
            href={`#${FEATURED_ID}`}
            onClick={scrollToFeatured}
          >
            {ctaContent}
          </a>
          <ul className="claims">
            <li>{t('claim.sugar')}</li>
            <li>{t('claim.colours')}</li>
            <li>{t('claim.preservatives')}</li>
          </ul>
        </div>
      </div>
    </section>
  )
}

function scrollToFeatured(event: { preventDefault(): void }): void {
  event.preventDefault()
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(FEATURED_ID)?.scrollIntoView({ behavior: prefersReducedMotion ? 'instant' : 'smooth' })
}
