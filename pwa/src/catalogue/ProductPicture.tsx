import { pictureOf } from '@tsedra/contract/picture'
import { useState } from 'react'

interface Props {
  imageUrl: string | null
  alt: string
  /** As in the `sizes` attribute. */
  sizes: string
  className?: string
  eager?: boolean
  /** Something more important is still on its way: the place is kept, the picture is not asked for. */
  awaited?: boolean
  /** The picture is there, or never will be. */
  onShown?: () => void
}

/** A cutout lies on its plate, a photo fills it; until it is there, or when it fails, the plate shows its own outline. */
export function ProductPicture({
  imageUrl,
  alt,
  sizes,
  className = '',
  eager = false,
  awaited = false,
  onShown,
}: Props) {
  const [failed, setFailed] = useState<string>()
  if (!imageUrl || failed === imageUrl)
    return <span className="plate--wait plate__outline" role="img" aria-label={alt || undefined} />

  if (awaited) return <span className="plate__outline" />

  const picture = pictureOf(imageUrl)
  const { src = imageUrl, srcSet, width = 1200, height = 1200, cutout = false } = picture ?? {}
  return (
    <img
      className={`${cutout ? 'slice' : 'photo'} ${className}`}
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onLoad={onShown}
      onError={() => {
        setFailed(imageUrl)
        onShown?.()
      }}
    />
  )
}
