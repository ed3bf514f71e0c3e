import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/use-title.ts'
import orange from '../shared/art/orange-small.avif'
import { Link } from '../shared/ui/Link.tsx'
import './not-found.css'

/** The 404 page; a picture of an orange replaces the zero. */
export function NotFoundPage() {
  const t = useTranslations()
  useTitle(t('notFound.document'))
  return (
    <section className="not-found wrap" data-tone="zest">
      <p className="not-found__number" aria-hidden="true">
        <span>4</span>
        <img className="slice" src={orange} width={600} height={600} alt="" />
        <span>4</span>
      </p>
      <h1 className="serif t-3">{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <Link className="btn btn--primary" to="/">
        {t('action.home')}
      </Link>
    </section>
  )
}
