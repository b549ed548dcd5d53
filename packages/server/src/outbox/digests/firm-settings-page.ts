/** The page where a firm sets who gets its reports. */
export const firmSettingsPage = { label: 'Firm information', path: '/firm-information' }
