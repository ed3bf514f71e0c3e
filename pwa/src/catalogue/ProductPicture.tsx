import { parsePicture } from '@tsedra/contract/picture'
import { useState } from 'react'

interface Props {
  imageUrl: string | null
  alt: string
  /** As in the `sizes` attribute. */
  sizes: string
  className?: string
  isEager?: boolean
  /** Something more important is still on its way: the place is kept, the picture is not asked for. */
  isDeferred?: boolean
  /** The picture is there, or never will be. */
  onSettled?: () => void
}

/**
 * A cutout lies on its plate, a photo fills it. When its rendition does not come, the smallest one is tried, which a phone
 * keeps; until it is there, or when that fails too, the plate shows its own outline.
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
  if (!imageUrl || attempts > (picture?.thumbnail ? 1 : 0))
    return <span className="plate--wait plate__outline" {...(alt && { role: 'img', 'aria-label': alt })} />

  if (isDeferred) return <span className="plate__outline" />

  const { src = imageUrl, srcSet, thumbnail, width = 1200, height = 1200, cutout = false } = picture ?? {}
  const rendition = attempts === 0 ? { src, srcSet, sizes: srcSet && sizes } : { src: thumbnail }
  return (
    <img
      key={attempts}
      className={`${cutout ? 'slice' : 'photo'} ${className}`}
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
}
