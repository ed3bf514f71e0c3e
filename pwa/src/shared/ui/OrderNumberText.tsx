interface Props {
  text: string
  /** The order number in it. */
  number: string
}

/** A text with an order number, which has a font of its own in headlines too (infra/decisions/0032-page-html.md#fallback-fonts). */
export function OrderNumberText({ text, number }: Props) {
  const [before, after] = text.split(number)
  return (
    <>
      {before}
      <span className="order-number">{number}</span>
      {after}
    </>
  )
}
