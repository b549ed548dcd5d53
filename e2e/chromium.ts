/** How the Chromium that the global setup unpacked is launched, without features that need a network. */
export const chromiumOptions = {
  executablePath: process.env.COURTCRIER_TEST_CHROMIUM ?? '',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
