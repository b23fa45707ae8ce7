package border

// containerTable has all exported methods of types of which one goroutine may change an object only if no other one uses it. A
// method that only initialises an object which has not been used is one that reads: of a ring, all that do not link.
// An encoder that does nothing to itself has `through`: it writes to what it was made of. Generators of random numbers are not here: the
// runtime has functions of its own for them.
const containerTable = `
bytes.Buffer reads Available AvailableBuffer Bytes Cap Len Peek String writes Grow Next Read ReadByte ReadBytes ReadFrom ReadRune ReadString Reset Truncate UnreadByte UnreadRune Write WriteByte WriteRune WriteString WriteTo
bytes.Reader reads Len ReadAt Size writes Read ReadByte ReadRune Reset Seek UnreadByte UnreadRune WriteTo
strings.Builder reads Cap Len String writes Grow Reset Write WriteByte WriteRune WriteString
strings.Reader reads Len ReadAt Size writes Read ReadByte ReadRune Reset Seek UnreadByte UnreadRune WriteTo
bufio.Reader reads Buffered Size writes Discard Peek Read ReadByte ReadBytes ReadLine ReadRune ReadSlice ReadString Reset UnreadByte UnreadRune WriteTo
bufio.Writer reads Available AvailableBuffer Buffered Size writes Flush ReadFrom Reset Write WriteByte WriteRune WriteString
bufio.Scanner reads Bytes Err Text writes Buffer Scan Split

container/list.List reads Back Front Len writes Init InsertAfter InsertBefore MoveAfter MoveBefore MoveToBack MoveToFront PushBack PushBackList PushFront PushFrontList Remove
container/list.Element reads Next Prev
container/ring.Ring reads Do Len Move Next Prev writes Link Unlink

net.IPAddr reads Network String
net.TCPAddr reads AddrPort Network String
net.UDPAddr reads AddrPort Network String
net.UnixAddr reads Network String
net/http.Header reads Clone Get Values Write WriteSubset writes Add Del Set
net/textproto.MIMEHeader reads Get Values writes Add Del Set
net/mail.Header reads AddressList Date Get
net/url.Values reads Encode Get Has writes Add Del Set

math/big.Int reads Append AppendText Bit BitLen Bits Bytes Cmp CmpAbs FillBytes Float64 Format GobEncode Int64 IsInt64 IsUint64 MarshalJSON MarshalText ProbablyPrime Sign String Text TrailingZeroBits Uint64 writes Abs Add And AndNot Binomial Div DivMod Exp GCD GobDecode Lsh Mod ModInverse ModSqrt Mul MulRange Neg Not Or Quo QuoRem Rand Rem Rsh Scan Set SetBit SetBits SetBytes SetInt64 SetString SetUint64 Sqrt Sub UnmarshalJSON UnmarshalText Xor
math/big.Rat reads AppendText Cmp Denom Float32 Float64 FloatPrec FloatString GobEncode IsInt MarshalText Num RatString Sign String writes Abs Add GobDecode Inv Mul Neg Quo Scan Set SetFloat64 SetFrac SetFrac64 SetInt SetInt64 SetString SetUint64 Sub UnmarshalText
math/big.Float reads Acc Append AppendText Cmp Float32 Float64 Format GobEncode Int Int64 IsInf IsInt MantExp MarshalText MinPrec Mode Prec Rat Sign Signbit String Text Uint64 writes Abs Add Copy GobDecode Mul Neg Parse Quo Scan Set SetFloat64 SetInf SetInt SetInt64 SetMantExp SetMode SetPrec SetRat SetString SetUint64 Sqrt Sub UnmarshalText


encoding/json.Encoder through Encode writes SetEscapeHTML SetIndent
encoding/json.Decoder reads Buffered InputOffset writes Decode DisallowUnknownFields More Token UseNumber
encoding/xml.Encoder writes Close Encode EncodeElement EncodeToken Flush Indent
encoding/xml.Decoder reads InputOffset InputPos writes Decode DecodeElement RawToken Skip Token
encoding/gob.Encoder safe Encode EncodeValue
encoding/gob.Decoder safe Decode DecodeValue
encoding/csv.Reader reads FieldPos InputOffset writes Read ReadAll
encoding/csv.Writer writes Error Flush Write WriteAll
text/tabwriter.Writer writes Flush Init Write
text/scanner.Scanner reads TokenText Pos writes Init Next Peek Scan
compress/gzip.Reader writes Close Multistream Read Reset
compress/gzip.Writer writes Close Flush Reset Write
compress/flate.Writer writes Close Flush Reset Write
compress/zlib.Writer writes Close Flush Reset Write
archive/tar.Reader writes Next Read
archive/tar.Writer writes AddFS Close Flush Write WriteHeader
mime/multipart.Writer reads Boundary FormDataContentType writes Close CreateFormField CreateFormFile CreatePart SetBoundary WriteField
regexp.Regexp reads AppendText Copy Expand ExpandString Find FindAll FindAllIndex FindAllString FindAllStringIndex FindAllStringSubmatch FindAllStringSubmatchIndex FindAllSubmatch FindAllSubmatchIndex FindIndex FindReaderIndex FindReaderSubmatchIndex FindString FindStringIndex FindStringSubmatch FindStringSubmatchIndex FindSubmatch FindSubmatchIndex LiteralPrefix Match MatchReader MatchString MarshalText NumSubexp ReplaceAll ReplaceAllFunc ReplaceAllLiteral ReplaceAllLiteralString ReplaceAllString ReplaceAllStringFunc Split String SubexpIndex SubexpNames writes Longest UnmarshalText
`
