import { pictureRejectionReasons } from '@tsedra/contract/uploads'
import type { FieldError } from 'react-hook-form'
import { useTranslations } from 'use-intl'

const fieldsWithOwnText = ['name', 'price', 'slug', 'sortOrder', 'availablePackages'] as const

/** What is wrong with a field, in the reader's words: the schema's messages are for people who read the wire. */
export function useFieldErrorText(): (
  path: string,
  error: FieldError | undefined,
  value: unknown,
) => string | undefined {
  const t = useTranslations('admin.form.wrong')
  return (path, error, value) => {
    if (!error) return undefined
    const reason = pictureRejectionReasons.find((candidate) => candidate === error.type)
    if (reason) return t(`picture.${reason}`)
    if (error.type === 'taken') return t('slugTaken')
    const field = fieldsWithOwnText.find((candidate) => path.endsWith(`.${candidate}`))
    // A name may be missing; everything else that is text can only be too long, or hold what no keyboard types.
    if (!field || (field === 'name' && String(value).trim())) return t('text')
    return t(field)
  }
}
