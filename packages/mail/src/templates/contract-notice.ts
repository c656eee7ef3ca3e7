/** Why a mail about a plan or a payment comes, whatever its reader wants of others. */
export const noticeJa = 'このメールは、ご契約に関する大切なお知らせのため、必ずお送りしています。';
export const noticeEn = 'This is an important notice about your contract, which is always sent.';
