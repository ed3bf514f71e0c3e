import { parsePicture } from '@tsedra/contract/picture'
import { useState } from 'react'

interface Props {
  imageUrl: string | null
  alt: string
  /** Value of the `sizes` attribute. */
  sizes: string
  className?: string
  isEager?: boolean
  /** Reserves the space without requesting the picture, while a more important one is loading. Without scripts it is shown. */
  isDeferred?: boolean
  /** Called when the picture has loaded or failed. */
  onSettled?: () => void
}

/**
 * A product's picture: a cutout on its plate, or a photo that fills it. If the rendition fails to load, the largest one is
 * tried, which always exists, then the thumbnail, which the service worker caches; while loading, or if that fails too, the
 * plate shows an outline.
 */
export function ProductPicture({
  imageUrl,
  alt,
  sizes,
  className = '',
  isEager = false,
  isDeferred = false,
  onSettled,
}: Props) {
  const [failure, setFailure] = useState({ imageUrl, attempts: 0 })
  const attempts = failure.imageUrl === imageUrl ? failure.attempts : 0
  const picture = imageUrl ? parsePicture(imageUrl) : undefined
  if (!imageUrl || attempts > (picture?.thumbnail ? 2 : 0))
    return <span className="plate--wait plate__outline" {...(alt && { role: 'img', 'aria-label': alt })} />

  const { src = imageUrl, srcSet, avifSrcSet, thumbnail, width = 1200, height = 1200, cutout = false } = picture ?? {}
  const pictureClass = `${cutout ? 'slice' : 'photo'} ${className}`
  if (isDeferred)
    return (
      <>
        <span className="plate__outline" />
        {import.meta.env.SSR && (
          <noscript>
            <img
              className={pictureClass}
              src={thumbnail ?? src}
              width={width}
              height={height}
              alt={alt}
              loading="lazy"
            />
          </noscript>
        )}
      </>
    )

  const rendition = attempts === 0 ? { src, srcSet, sizes: srcSet && sizes } : { src: attempts === 1 ? src : thumbnail }
  const image = (
    <img
      key={attempts}
      className={pictureClass}
      {...rendition}
      width={width}
      height={height}
      alt={alt}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : undefined}
      decoding="async"
      onLoad={onSettled}
      onError={() => {
        setFailure({ imageUrl, attempts: attempts + 1 })
        onSettled?.()
      }}
    />
  )
  if (!avifSrcSet || attempts > 0) return image
  return (
    <picture>
      <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />
      {image}
    </picture>
  )
}
