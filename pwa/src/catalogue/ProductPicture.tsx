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

/**
 * A cutout lies on its plate, a photo fills it. When its rendition does not come, the smallest one is tried, which a phone
 * keeps; until it is there, or when that fails too, the plate shows its own outline.
 */
export function ProductPicture({
  imageUrl,
  alt,
  sizes,
  className = '',
  eager = false,
  awaited = false,
  onShown,
}: Props) {
  const [failed, setFailed] = useState({ imageUrl, times: 0 })
  const times = failed.imageUrl === imageUrl ? failed.times : 0
  const picture = imageUrl ? pictureOf(imageUrl) : undefined
  if (!imageUrl || times > (picture?.thumbnail ? 1 : 0))
    return <span className="plate--wait plate__outline" {...(alt && { role: 'img', 'aria-label': alt })} />

  if (awaited) return <span className="plate__outline" />

  const { src = imageUrl, srcSet, thumbnail, width = 1200, height = 1200, cutout = false } = picture ?? {}
  const rendition = times === 0 ? { src, srcSet, sizes: srcSet && sizes } : { src: thumbnail }
  return (
    <img
      key={times}
      className={`${cutout ? 'slice' : 'photo'} ${className}`}
      {...rendition}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onLoad={onShown}
      onError={() => {
        setFailed({ imageUrl, times: times + 1 })
        onShown?.()
      }}
    />
  )
}
