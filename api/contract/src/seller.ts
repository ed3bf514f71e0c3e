/**
 * The seller, with the details that Ukrainian law requires (On Electronic Commerce, article 7; On Consumer Protection,
 * article 13). Demo values: the operator of a real shop replaces them and sets `isDemo` to false.
 */
export const seller = {
  /** While true, the page states that this is a demonstration without a seller. */
  isDemo: true,
  name: {
    ua: 'ФОП Зразок Олена Іванівна',
    ru: 'ФЛП Зразок Елена Ивановна',
    en: 'Sole proprietor Olena Zrazok',
  },
  /** In the state register: РНОКПП of a person, ЄДРПОУ of a company. */
  registration: '0000000000',
  address: {
    ua: '01001, Київ, вул. Зразкова, 1',
    ru: '01001, Киев, ул. Образцовая, 1',
    en: '1 Zrazkova St, Kyiv 01001',
  },
} as const
