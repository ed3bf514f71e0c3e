import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { copyToClipboard } from '../../../shared/copy-to-clipboard.ts'
import { showToast } from '../../../shared/toasts.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { type Paper, papers, readPaper, storePaper } from './paper-setting.ts'
import { type Sheet, sheetToText } from './sheet-text.ts'
import './print.css'

interface Props {
  title: string
  /** Undefined while loading. */
  sheet: Sheet | undefined
  /** Replaces the sheet: loading, error, nothing to print. */
  placeholder?: ReactNode
  onClose: () => void
}

/** A sheet to print on A5 or an 80 mm roll, to copy or to share as text. The print style sheet hides everything else. */
export function SheetDialog({ title, sheet, placeholder, onClose }: Props) {
  const t = useTranslations('desk.print')
  const [paper, setPaper] = useState(readPaper)
  const selectPaper = (selected: Paper) => {
    storePaper(selected)
    setPaper(selected)
  }
  return (
    <Dialog title={title} onClose={onClose} footer={sheet && <SheetActions sheet={sheet} />}>
      {sheet ? (
        <>
          <fieldset className="chips paper-choice">
            <legend className="field__label">{t('paper')}</legend>
            {papers.map((option) => (
              <label key={option}>
                <input type="radio" name="paper" checked={option === paper} onChange={() => selectPaper(option)} />
                <Icon name="check" />
                {t(option)}
              </label>
            ))}
          </fieldset>
          <SheetContent sheet={sheet} className="sheet-preview" />
          {createPortal(
            <SheetContent sheet={sheet} className={`print-sheet print-sheet--${paper}`} testId="print-sheet" />,
            document.body,
          )}
        </>
      ) : (
        placeholder
      )}
    </Dialog>
  )
}

interface SheetContentProps {
  sheet: Sheet
  className: string
  testId?: string
}

function SheetContent({ sheet: { title, details, lines, notes }, className, testId }: SheetContentProps) {
  return (
    <div className={className} data-testid={testId}>
      <p className="sheet__title">{title}</p>
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
      <ul>
        {lines.map(({ name, amount }, index) => (
          // Two lines may be equal, and their order is constant.
          <li key={index}>
            <span className="sheet__box" aria-hidden="true" />
            <span>{name}</span>
            <b>{amount}</b>
          </li>
        ))}
      </ul>
      {notes.map((note, index) => (
        <p key={index} className="sheet__note">
          {note}
        </p>
      ))}
    </div>
  )
}

function SheetActions({ sheet }: { sheet: Sheet }) {
  const t = useTranslations('desk.print')
  const text = sheetToText(sheet)
  const copy = async () => {
    const isCopied = await copyToClipboard(text)
    showToast(isCopied ? { title: t('copied') } : { kind: 'bad', title: t('notCopied') })
  }
  // A rejection: the user has closed the system's dialog.
  const share = () => navigator.share({ title: sheet.title, text }).catch(() => {})
  return (
    <div className="confirm">
      <button type="button" className="btn btn--line" onClick={() => void copy()}>
        <Icon name="copy" size="i--sm" />
        {t('copy')}
      </button>
      {'share' in navigator && (
        <button type="button" className="btn btn--line" onClick={() => void share()}>
          <Icon name="share" size="i--sm" />
          {t('share')}
        </button>
      )}
      <button type="button" className="btn btn--primary" onClick={() => print()}>
        {t('print')}
      </button>
    </div>
  )
}
