import { type ReactNode, type UIEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { OverlayBoundary } from '../shared/ui/OverlayBoundary.tsx'
import { lazyComponent } from '../shared/lazy-component.ts'
import { gallerySizes } from '../catalogue/picture-sizes.ts'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { Light } from './light/Light.tsx'

const PictureZoom = lazyComponent(() => import('./zoom/PictureZoom.tsx').then(({ PictureZoom }) => PictureZoom))

/**
 * A product's pictures, to swipe through and to zoom, with their thumbnails below. The pictures after the first one load
 * when the user first points at the gallery, scrolls or focuses it: most visits see the first one only.
 */
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
  const [isUsed, setIsUsed] = useState(false)
  const [zoomedIndex, setZoomedIndex] = useState<number>()

  function onScroll({ currentTarget }: UIEvent<HTMLDivElement>): void {
    setShownIndex(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
    setIsUsed(true)
  }

  function scrollToPicture(index: number): void {
    const { current } = track
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    current?.scrollTo({ left: index * current.clientWidth, behavior: prefersReducedMotion ? 'instant' : 'smooth' })
  }

  return (
    <>
      <div className="plate product__plate">
        <div
          ref={track}
          className="gallery"
          onScroll={onScroll}
          onPointerEnter={() => setIsUsed(true)}
          onFocus={() => setIsUsed(true)}
          role="group"
          aria-label={t('photos')}
          // Focusable, so that the keyboard can scroll it too.
          tabIndex={pictures.length > 1 ? 0 : undefined}
        >
          {pictures.map((imageUrl, index) => (
            <GalleryItem
              key={imageUrl}
              imageUrl={imageUrl}
              alt={index === 0 ? name : t('photo', { number: index + 1 })}
              isFirst={index === 0}
              isDeferred={index > 0 && !(isFirstLoaded && isUsed)}
              onSettled={() => setIsFirstLoaded(true)}
              onZoom={() => setZoomedIndex(index)}
            />
          ))}
        </div>
        {children}
      </div>
      {pictures.length > 1 && (
        <Thumbnails
          pictures={pictures}
          shownIndex={shownIndex}
          isDeferred={!isFirstLoaded}
          onSelect={scrollToPicture}
        />
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

interface GalleryItemProps {
  imageUrl: string | null
  alt: string
  isFirst: boolean
  isDeferred: boolean
  onSettled: () => void
  onZoom: () => void
}

function GalleryItem({ imageUrl, alt, isFirst, isDeferred, onSettled, onZoom }: GalleryItemProps) {
  const t = useTranslations('product')
  return (
    <div className="gallery__item">
      <ProductPicture
        imageUrl={imageUrl}
        alt={alt}
        sizes={gallerySizes}
        isEager={isFirst}
        isDeferred={isDeferred}
        onSettled={onSettled}
      />
      {imageUrl && (
        <button type="button" className="gallery__zoom" aria-label={`${t('zoom')}: ${alt}`} onClick={onZoom} />
      )}
      {isFirst && <Light imageUrl={imageUrl} hasHint />}
    </div>
  )
}

interface ThumbnailsProps {
  pictures: (string | null)[]
  shownIndex: number
  isDeferred: boolean
  onSelect: (index: number) => void
}

function Thumbnails({ pictures, shownIndex, isDeferred, onSelect }: ThumbnailsProps) {
  const t = useTranslations('product')
  return (
    <div className="thumbs">
      {pictures.map((imageUrl, index) => (
        <button
          key={imageUrl}
          type="button"
          className="plate thumbs__item"
          aria-label={t('photo', { number: index + 1 })}
          aria-current={index === shownIndex}
          onClick={() => onSelect(index)}
        >
          <ProductPicture imageUrl={imageUrl} alt="" sizes="72px" isDeferred={isDeferred} />
        </button>
      ))}
    </div>
  )
}
