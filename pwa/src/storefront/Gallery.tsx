import { type ReactNode, type UIEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Over } from '../shared/ui/Over.tsx'
import { lazily } from '../shared/lazily.ts'
import { gallerySizes } from '../catalogue/picture-sizes.ts'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'

const Zoom = lazily(() => import('./zoom/Zoom.tsx').then(({ Zoom }) => Zoom))

/** Pictures side by side to swipe through and to look at closely, and their thumbnails. */
export function Gallery({
  pictures,
  name,
  children,
}: {
  pictures: (string | null)[]
  name: string
  children: ReactNode
}) {
  const t = useTranslations('product')
  const track = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const [begun, setBegun] = useState(false)
  const [zoomed, setZoomed] = useState<number>()

  function onScroll({ currentTarget }: UIEvent<HTMLDivElement>): void {
    setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
  }

  function show(place: number): void {
    const { current } = track
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    current?.scrollTo({ left: place * current.clientWidth, behavior: calm ? 'instant' : 'smooth' })
  }

  return (
    <>
      <div className="plate prod__plate">
        <div
          ref={track}
          className="gallery"
          onScroll={onScroll}
          role="group"
          aria-label={t('photos')}
          // Scrolled by keyboard as well as by finger.
          tabIndex={pictures.length > 1 ? 0 : undefined}
        >
          {pictures.map((imageUrl, place) => (
            <div className="gallery__item" key={imageUrl}>
              <ProductPicture
                imageUrl={imageUrl}
                alt={place === 0 ? name : t('photo', { number: place + 1 })}
                sizes={gallerySizes}
                eager={place === 0}
                awaited={place > 0 && !begun}
                onShown={() => setBegun(true)}
              />
              {imageUrl && (
                <button
                  type="button"
                  className="gallery__zoom"
                  aria-label={`${t('zoom')}: ${place === 0 ? name : t('photo', { number: place + 1 })}`}
                  onClick={() => setZoomed(place)}
                />
              )}
            </div>
          ))}
        </div>
        {children}
      </div>
      {pictures.length > 1 && (
        <div className="thumbs">
          {pictures.map((imageUrl, place) => (
            <button
              key={imageUrl}
              type="button"
              className="plate thumbs__item"
              aria-label={t('photo', { number: place + 1 })}
              aria-current={place === shown}
              onClick={() => show(place)}
            >
              <ProductPicture imageUrl={imageUrl} alt="" sizes="72px" awaited={!begun} />
            </button>
          ))}
        </div>
      )}
      {zoomed !== undefined && (
        <Over onClose={() => setZoomed(undefined)}>
          <Zoom pictures={pictures} name={name} first={zoomed} onClose={() => setZoomed(undefined)} />
        </Over>
      )}
    </>
  )
}
