import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ShownPicture, Upload } from './PictureField.tsx'
import { useWrongWords } from './use-wrong-words.ts'

/** As many as the contract takes. */
const MOST = 10

/** More pictures of a product, in their order. */
export function GalleryField({ name }: { name: string }) {
  const t = useTranslations('admin.form')
  const words = useWrongWords()
  const { field, fieldState } = useController({ name })
  const addresses = field.value as readonly string[]
  const add = (address: string) => field.onChange([...addresses, address])
  const without = (place: number) => addresses.filter((_, each) => each !== place)
  return (
    <fieldset className="field">
      <legend className="field__label">{t('galleryImages')}</legend>
      <ol className="shots">
        {addresses.map((address, place) => (
          <li key={address}>
            <ShownPicture address={address} />
            <button
              type="button"
              className="ibtn ibtn--sm"
              disabled={place === 0}
              aria-label={t('earlier', { number: place + 1 })}
              onClick={() => field.onChange(without(place).toSpliced(place - 1, 0, address))}
            >
              <Icon name="arrow-left" size="i--sm" />
            </button>
            <button
              type="button"
              className="ibtn ibtn--sm ibtn--danger"
              aria-label={t('removePicture', { number: place + 1 })}
              onClick={() => field.onChange(without(place))}
            >
              <Icon name="trash-2" size="i--sm" />
            </button>
          </li>
        ))}
      </ol>
      {fieldState.error && (
        <p className="field__err">
          <Icon name="circle-alert" />
          {words(name, fieldState.error, addresses)}
        </p>
      )}
      {addresses.length < MOST && (
        <>
          <Upload label={t('addPicture')} onUploaded={add} />
          <ByAddress onAdd={(address) => !addresses.includes(address) && add(address)} />
        </>
      )}
    </fieldset>
  )
}

function ByAddress({ onAdd }: { onAdd: (address: string) => void }) {
  const t = useTranslations('admin.form')
  const id = useId()
  const [address, setAddress] = useState('')
  function add(): void {
    if (!address.trim()) return
    onAdd(address.trim())
    setAddress('')
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('pictureAddress')}
      </label>
      <div className="inwrap">
        <input
          className="input"
          id={id}
          type="text"
          inputMode="url"
          autoComplete="off"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Here it adds the picture; the form is sent by its button.
            event.preventDefault()
            add()
          }}
        />
        <button type="button" className="ibtn ibtn--sm" aria-label={t('addAddress')} onClick={add}>
          <Icon name="plus" />
        </button>
      </div>
    </div>
  )
}
