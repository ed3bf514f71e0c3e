import { Icon } from '../shared/ui/Icon.tsx'

/** Shows the API's error above a form. */
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
