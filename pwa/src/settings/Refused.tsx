import { Icon } from '../shared/ui/Icon.tsx'

/** Why the shop said no, above the form it is about. */
export function Refused({ words }: { words: string | undefined }) {
  return (
    <div role="alert">
      {words && (
        <p className="field__err">
          <Icon name="circle-alert" />
          {words}
        </p>
      )}
    </div>
  )
}
