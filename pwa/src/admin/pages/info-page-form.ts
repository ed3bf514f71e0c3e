import { infoPageInput, type InfoPageInput, type InfoPageTexts, type StaffInfoPage } from '@tsedra/contract/info-pages'
import * as z from 'zod/mini'
import { createContractResolver } from '../form/contract-resolver.ts'

export interface InfoPageFormValues {
  texts: InfoPageTexts
}

export const toInfoPageFormValues = ({ texts }: StaffInfoPage): InfoPageFormValues => ({ texts })

/** The version is that of the page which the form has read. */
export const infoPageResolver = createContractResolver<InfoPageFormValues, Pick<InfoPageInput, 'texts'>>(
  z.pick(infoPageInput, { texts: true }),
  (values) => values,
)
