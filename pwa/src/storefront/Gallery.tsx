import { type ReactNode, type UIEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { OverlayBoundary } from '../shared/ui/OverlayBoundary.tsx'
import { lazyComponent } from '../shared/lazy-component.ts'
import { gallerySizes } from '../catalogue/picture-sizes.ts'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'

const PictureZoom = lazyComponent(() => import('./zoom/PictureZoom.tsx').then(({ PictureZoom }) => PictureZoom))

/** A product's pictures, to swipe through and to zoom, with their thumbnails below. */
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
  const [shownIndex, setShownIndex] = useState(0)
  const [isFirstLoaded, setIsFirstLoaded] = useState(false)
  const [zoomedIndex, setZoomedIndex] = useState<number>()

  function onScroll({ currentTarget }: UIEvent<HTMLDivElement>): void {
    setShownIndex(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
  }

  function scrollToPicture(index: number): void {
    const { current } = track
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    current?.scrollTo({ left: index * current.clientWidth, behavior: prefersReducedMotion ? 'instant' : 'smooth' })
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
          // Focusable, so that the keyboard can scroll it too.
          tabIndex={pictures.length > 1 ? 0 : undefined}
        >
          {pictures.map((imageUrl, index) => (
            <div className="gallery__item" key={imageUrl}>
              <ProductPicture
                imageUrl={imageUrl}
                alt={index === 0 ? name : t('photo', { number: index + 1 })}
                sizes={gallerySizes}
                isEager={index === 0}
                isDeferred={index > 0 && !isFirstLoaded}
                onSettled={() => setIsFirstLoaded(true)}
              />
              {imageUrl && (
                <button
                  type="button"
                  className="gallery__zoom"
                  aria-label={`${t('zoom')}: ${index === 0 ? name : t('photo', { number: index + 1 })}`}
                  onClick={() => setZoomedIndex(index)}
                />
              )}
            </div>
          ))}
        </div>
        {children}
      </div>
      {pictures.length > 1 && (
        <div className="thumbs">
          {pictures.map((imageUrl, index) => (
            <button
              key={imageUrl}
              type="button"
              className="plate thumbs__item"
              aria-label={t('photo', { number: index + 1 })}
              aria-current={index === shownIndex}
              onClick={() => scrollToPicture(index)}
            >
              <ProductPicture imageUrl={imageUrl} alt="" sizes="72px" isDeferred={!isFirstLoaded} />
            </button>
          ))}
        </div>
      )}
      {zoomedIndex !== undefined && (
        <OverlayBoundary onClose={() => setZoomedIndex(undefined)}>
          <PictureZoom
            pictures={pictures}
            name={name}
            initialIndex={zoomedIndex}
            onClose={() => setZoomedIndex(undefined)}
          />
        </OverlayBoundary>
      )}
    </>
  )
}
