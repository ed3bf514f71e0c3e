import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '../../shared/ui/Field.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'rows'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Props) {
  const t = useTranslations('signIn')
  const [seen, setSeen] = useState(false)
  return (
    <Field
      {...props}
      type={seen ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="ibtn ibtn--sm"
          aria-label={t(seen ? 'hidePassword' : 'showPassword')}
          onClick={() => setSeen(!seen)}
        >
          <Icon name={seen ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}
