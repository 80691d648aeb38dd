# brew.rb FORMULA SOURCE PREFIX PHASE...: do with a formula what `brew` does, on a machine that has none.
#
# It evaluates the formula with a class of the same words, prints what it depends on as JSON (phase "facts"), runs its
# install method in the unpacked source (phase "install") or its test block (phase "test").
require "fileutils"
require "json"
require "open3"
require "pathname"
require "tmpdir"

class Formula
  FACTS = { depends_on: [], uses_from_macos: [] }

  class << self
    attr_reader :test_block, :service_block

    [:desc, :homepage, :url, :sha256, :license].each do |name|
      define_method(name) { |value| FACTS[name] = value }
    end

    def depends_on(what)
      FACTS[:depends_on] << (what.is_a?(Hash) ? what.keys.first : what)
    end

    def uses_from_macos(what)
      FACTS[:uses_from_macos] << (what.is_a?(Hash) ? what.keys.first : what)
    end

    def test(&block)
      @test_block = block
    end

    def service(&block)
      @service_block = block
    end

    def inherited(child)
      (@children ||= []) << child
    end

    attr_reader :children
  end

  attr_reader :prefix, :testpath

  def initialize(prefix)
    @prefix = Pathname.new(prefix)
    @testpath = Pathname.new(Dir.mktmpdir)
  end

  def version
    FACTS[:url][/-(\d+\.\d+\.\d+)\.tar/, 1]
  end

  { bin: "bin", share: "share", lib: "lib", opt_bin: "bin", var: "var" }.each do |name, folder|
    define_method(name) { prefix/folder }
  end

  # As Homebrew has them.
  def std_meson_args
    ["--prefix=#{prefix}", "--libdir=#{lib}", "--buildtype=release", "--wrap-mode=nofallback"]
  end

  def system(*words)
    Kernel.system(*words.map(&:to_s)) or raise "#{words.join(" ")} failed"
  end

  def shell_output(command, status = 0)
    out, done = Open3.capture2(command)
    raise "#{command} ended with #{done.exitstatus}" if done.exitstatus != status

    out
  end

  def pipe_output(command, input, status = 0)
    out, done = Open3.capture2(command.to_s, stdin_data: input)
    raise "#{command} ended with #{done.exitstatus}" if done.exitstatus != status

    out
  end

  def assert_match(wanted, text)
    raise "#{text.inspect} does not match #{wanted.inspect}" unless text.match?(wanted.is_a?(String) ? Regexp.escape(wanted) : wanted)
  end

  def assert_equal(wanted, value)
    raise "#{value.inspect} is not #{wanted.inspect}" if value != wanted
  end

  def assert_path_exists(path)
    raise "#{path} is not there" unless File.exist?(path)
  end
end

# The words of a `service` block.
class Service
  def method_missing(name, *values)
    (@facts ||= {})[name] = values.flatten.map(&:to_s)
  end

  def respond_to_missing?(*)
    true
  end

  attr_reader :facts
end

formula, source, prefix, phase = ARGV
load File.expand_path(formula)
made = Formula.children.first.new(prefix)
case phase
when "facts"
  service = Service.new
  # Words such as opt_bin are the formula's.
  [:opt_bin, :var].each { |name| service.define_singleton_method(name) { made.public_send(name) } }
  service.instance_eval(&made.class.service_block)
  puts JSON.generate(Formula::FACTS.merge(caveats: made.caveats, service: service.facts))
when "install"
  Dir.chdir(source) { made.install }
when "test"
  Dir.chdir(made.testpath) { made.instance_eval(&made.class.test_block) }
  FileUtils.rm_rf(made.testpath)
end
