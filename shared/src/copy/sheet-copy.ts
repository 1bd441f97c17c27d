/** Why a file or a pasted list cannot be read as a worksheet. */
export const sheetCopy = {
  'import.problem.too-large': 'ফাইলটি বেশি বড়। শুধু সারণিটি রেখে আবার দিন।',
  'import.problem.empty': 'ফাইলটি খালি।',
  'import.problem.old-excel':
    'এটি পুরোনো Excel (.xls) ফাইল। এক্সেলে খুলে “Save As” থেকে “Excel Workbook (.xlsx)” হিসেবে সংরক্ষণ করে দিন, অথবা ঘরগুলো কপি করে এখানে পেস্ট করুন।',
  'import.problem.not-a-sheet': 'এটি Excel বা CSV ফাইল নয়। সঠিক ফাইলটি বেছে নিন।',
  'import.problem.broken': 'ফাইলটি নষ্ট অথবা Excel (.xlsx) ফাইল নয়। এক্সেলে খুলে আবার সংরক্ষণ করে দিন।',
  'import.problem.unreadable': 'ফাইলটি পড়া যাচ্ছে না: হয়তো সরানো বা বদলানো হয়েছে। আবার বেছে নিন।',
  'import.problem.program': 'ফাইল পড়ার অংশটি আনা যায়নি। সংযোগ দেখে আবার চেষ্টা করুন।',
} as const
