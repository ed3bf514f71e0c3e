import { Icon } from '../shared/ui/Icon.tsx'

/** Why the shop said no, above the form it is about. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className="field__error">
          <Icon name="circle-alert" />
          {text}
        </p>
      )}
    </div>
  )
}
