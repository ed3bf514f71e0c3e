import {
  type ReplyTemplate,
  type ReplyTemplateInput,
  replyTemplateInput,
  type ReplyTemplateTexts,
} from '@tsedra/contract/admin-replies'
import * as z from 'zod/mini'
import { createContractResolver } from '../form/contract-resolver.ts'

export interface TemplateFormValues {
  texts: ReplyTemplateTexts
}

const emptyText = { name: '', text: '' }

export const toTemplateFormValues = (template: ReplyTemplate | undefined): TemplateFormValues => ({
  texts: template?.texts ?? { ua: emptyText, ru: emptyText, en: emptyText },
})

/** The version is that of the template which the form has read. */
export const templateResolver = createContractResolver<TemplateFormValues, Pick<ReplyTemplateInput, 'texts'>>(
  z.pick(replyTemplateInput, { texts: true }),
  (values) => values,
)
