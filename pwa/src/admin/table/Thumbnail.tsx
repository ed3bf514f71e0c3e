import { ProductPicture } from '../../catalogue/ProductPicture.tsx'

export const Thumbnail = ({ imageUrl }: { imageUrl: string | null }) => (
  <span className="plate thumb">
    <ProductPicture imageUrl={imageUrl} alt="" sizes="56px" />
  </span>
)
