import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '../../shared/ui/Field.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'endAdornment' | 'rows'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a button that shows the typed text. */
export function PasswordField(props: Props) {
  const t = useTranslations('signIn')
  const [isVisible, setIsVisible] = useState(false)
  return (
    <Field
      {...props}
      type={isVisible ? 'text' : 'password'}
      endAdornment={
        <button
          type="button"
          className="icon-btn icon-btn--sm"
          aria-label={t(isVisible ? 'hidePassword' : 'showPassword')}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Icon name={isVisible ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}
