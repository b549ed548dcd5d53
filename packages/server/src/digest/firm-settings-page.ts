/** Where a firm says who gets its reports. */
export const firmSettingsPage = { label: 'Firm information', path: '/firm-information' }
